class c {
  nosuch::thing { 'x': a => 1 }
}
include c
