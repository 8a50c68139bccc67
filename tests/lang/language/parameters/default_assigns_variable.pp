class c($a = with(1) |$x| { $y = $x $y }) { notice($a, "<${y}>") }
include c
