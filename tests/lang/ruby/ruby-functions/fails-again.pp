$a = 1
class c {
  $b = rubyfns::fails("again")
}
include c
