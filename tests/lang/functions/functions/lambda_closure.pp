$base = 100
$out = [1, 2].map |$x| { [10, 20].map |$y| { $base + $x + $y } }
notice($out)
