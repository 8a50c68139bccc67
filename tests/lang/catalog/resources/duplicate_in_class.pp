class c {
  file { '/tmp/x': }
}
class d { file { '/tmp/x': ensure => file } }
include c, d
