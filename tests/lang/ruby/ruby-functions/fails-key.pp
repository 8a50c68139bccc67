$a = 1
class c {
  $b = rubyfns::fails("key")
}
include c
