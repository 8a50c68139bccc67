class c($a = $nothing) { notice($a) }
include c
