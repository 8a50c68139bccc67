$a = 1
class c {
  $b = rubyfns::fails("unknown")
}
include c
