class c($a = 1) { $a = 2 }
include c
