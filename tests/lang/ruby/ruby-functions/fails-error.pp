$a = 1
class c {
  $b = rubyfns::fails("error")
}
include c
