class c($a = $b, $b = 1) { notice($a) }
include c
