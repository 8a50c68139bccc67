File { owner => 'top' }
class c {
  File { owner => 'class' }
  file { '/tmp/in': }
}
file { '/tmp/out': }
include c
