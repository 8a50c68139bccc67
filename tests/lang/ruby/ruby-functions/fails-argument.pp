$a = 1
class c {
  $b = rubyfns::fails("argument")
}
include c
