$myos = 'Debian'
$v = $myos ? { 'RedHat' => 'httpd', 'debian' => 'apache2', default => 'www' }
notice($v, 5 ? { Integer[1, 4] => 'low', Integer[5, 9] => 'mid', default => 'high' })
