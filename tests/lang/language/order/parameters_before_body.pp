class c($a = with(1) |$x| { notice('default of a') $x }, $b = with(2) |$x| { notice('default of b') $x }) { notice('body') }
include c
