class c($a = 1, $b = $c::a) { notice("<${b}>") }
include c
