package { 'x': ensure => '1' }
ensure_packages('x', {'ensure' => '1'})
ensure_resource('package', 'x', {'ensure' => 1})
