$s = 5.reverse_each $s.each |$x| {notice($x)} $s.each |$x| {notice("again $x")}
