$s = [1,2,3,4,5].step(2).reverse_each notice(type($s))
notice(Array($s))
notice(Array($s))
