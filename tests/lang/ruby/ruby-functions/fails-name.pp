$a = 1
class c {
  $b = rubyfns::fails("name")
}
include c
