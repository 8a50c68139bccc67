$a = 1
class c {
  $b = rubyfns::fails("frozen")
}
include c
