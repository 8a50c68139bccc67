class c(Integer $a = 'x') { }
include c
