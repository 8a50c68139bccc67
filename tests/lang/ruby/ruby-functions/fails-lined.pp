$a = 1
class c {
  $b = rubyfns::fails("lined")
}
include c
