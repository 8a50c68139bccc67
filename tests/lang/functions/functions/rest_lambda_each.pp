notice(with(1,2) |Array[Integer,0,2] *$x| { $x })
notice([[1,2]].each |Array[Integer,2,2] *$x| { notice($x) })
notice({a=>1}.map |Array[Scalar,2,2] *$x| { $x })
