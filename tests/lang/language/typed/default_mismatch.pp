class c(Integer $x = 'not a number') { }
include c
