# The example of the reference: aliases, tags, secrets, relationships, an exported resource.
class web (String $port = '80') {
  file { "${work}/t/": ensure => directory, alias => 'topdir', tag => ['b', 'a'] }
  file { 'conf': path => "${work}/t/conf", content => Sensitive('secret'), mode => '0644', require => File['topdir'], notify => Exec['reload'] }
  exec { 'reload': command => '/bin/true', refreshonly => true }
  @@file { "${work}/t/exp": ensure => file, tag => 'Cluster' }
}
include web
notify { 'n': message => 'hello', before => File['conf'] }
