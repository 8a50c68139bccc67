class c(Nosuch $x = 1) { }
include c
