$s = [1,2,3].reverse_each notice(md5($s))
