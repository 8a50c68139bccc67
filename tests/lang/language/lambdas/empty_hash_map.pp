notice({}.map |$k, $v| { $k } == [])
