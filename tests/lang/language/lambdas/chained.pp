notice([3, 1, 2].sort.map |$x| { $x * 2 }.filter |$x| { $x > 2 }.reduce |$a, $b| { $a + $b })
