$r = stdlib::merge(['a'],['b']) |$h,$v| { {$v => 1} }
