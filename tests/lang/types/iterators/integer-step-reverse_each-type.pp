$s = Integer[1,10].step(3).reverse_each notice(type($s))
notice(Array($s)) 
