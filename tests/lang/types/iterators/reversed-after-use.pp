$a = Integer[1,3].reverse_each $b = $a.map |$x| {$x}
notice($a.reverse_each.map |$x| {$x}, $b)
