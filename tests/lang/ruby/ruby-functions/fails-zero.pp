$a = 1
class c {
  $b = rubyfns::fails("zero")
}
include c
