notice(with(1,2) |$a,$b| { $a + $b }, then(undef) |$x| { 1 }, then(5) |$x| { $x + 1 }, lest(undef) || { 7 }, lest(false) || { 8 })
