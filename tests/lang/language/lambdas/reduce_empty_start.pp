notice([].reduce(4) |$m, $x| { $m + $x })
