define vhost($port) {
  file { '/etc/ports.conf': content => "${port}\n" }
}
vhost { 'one': port => 80 }
vhost { 'two': port => 81 }
