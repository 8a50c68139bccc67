$a = 1
class c {
  $b = rubyfns::fails("float")
}
include c
