define d { file { "/tmp/${title}": } }
class c {
  File { mode => '0700' }
  d { 'x': }
}
include c
