notice({ 'a' => 1, 'b' => 2 }.reduce(0) |$m, $x| { $m + $x[1] })
