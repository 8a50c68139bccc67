class web {
  file { '/etc/web': notify => Service['web'] }
  Package['web'] -> File['/etc/web']
}
include web
