notice([1, 2, 3].reduce |$memo, $x| { $memo + $x })
notice([1, 2, 3].reduce(10) |$memo, $x| { $memo * $x })
notice({ a => 1, b => 2 }.reduce |$m, $p| { ["${m[0]}${p[0]}", $m[1] + $p[1]] }, [].reduce |$a, $b| { 1 })
