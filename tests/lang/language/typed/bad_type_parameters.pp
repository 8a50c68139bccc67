class c(Integer['a'] $x = 1) { }
include c
