class c {
  $list = undef
  file { '/tmp/x': content => $list['first'] }
}
include c
