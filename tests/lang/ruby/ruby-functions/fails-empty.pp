$a = 1
class c {
  $b = rubyfns::fails("empty")
}
include c
