$x = 'a string'
$x['a'] { mode => '0600' }
