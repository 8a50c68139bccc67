class c($a = $b, $b = 2) { notice($a) }
include c
