$a = 1
class c {
  $b = rubyfns::fails("placed")
}
include c
