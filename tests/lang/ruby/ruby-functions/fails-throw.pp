$a = 1
class c {
  $b = rubyfns::fails("throw")
}
include c
