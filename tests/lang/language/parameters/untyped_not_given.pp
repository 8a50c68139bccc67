class c($a) { notice($a == undef) }
include c
