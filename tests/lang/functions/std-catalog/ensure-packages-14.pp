class a { package { 'x': ensure => installed, tag => 't' } }
include a
ensure_packages('x')
ensure_packages('x', {'tag' => 't'})
