notice({ 'a' => 1, 'b' => 2 }.reduce |$m, $x| { [$m[0] + $x[0], $m[1] + $x[1]] })
