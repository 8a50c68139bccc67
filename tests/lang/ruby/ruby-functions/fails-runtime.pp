$a = 1
class c {
  $b = rubyfns::fails("runtime")
}
include c
