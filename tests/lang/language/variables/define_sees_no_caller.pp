class c {
  $secret = 's'
  d { 'x': }
}
define d { notice("[${secret}]") }
include c
