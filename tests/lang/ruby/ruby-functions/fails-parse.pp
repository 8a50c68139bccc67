$a = 1
class c {
  $b = rubyfns::fails("parse")
}
include c
