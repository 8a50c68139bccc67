class c($a = 1) { @@notify { "x${a}": } }
include c
