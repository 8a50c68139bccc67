notice(with(1,2,3) |Array[Integer,0,2] *$x| { $x })
