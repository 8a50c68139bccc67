notice(with("a") |$a, Array[Any,0,0] *$r| { $r })
notice(with("a", 1) |$a, Array[Any,0,0] *$r| { $r })
