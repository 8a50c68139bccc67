$a = 1
class c {
  $b = rubyfns::fails("type")
}
include c
