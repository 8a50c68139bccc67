notice(['x', 'y'].map |$i, $v| { [$i, $v] })
