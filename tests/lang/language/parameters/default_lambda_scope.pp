class c($l = [1, 2].map |$x| { $x * 2 }, $m = $l.reduce |$a, $b| { $a + $b }) { notice($l, $m) }
include c
