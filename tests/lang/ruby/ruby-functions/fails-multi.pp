$a = 1
class c {
  $b = rubyfns::fails("multi")
}
include c
