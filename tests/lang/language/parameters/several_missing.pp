class c($a, $b, $c = 1) { }
include c
