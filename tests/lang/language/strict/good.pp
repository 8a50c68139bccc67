class c(Integer $n = 2) { notify { "n ${n}": } }
include c
