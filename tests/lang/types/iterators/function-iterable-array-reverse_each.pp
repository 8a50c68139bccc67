function f(Iterable $x) { Array($x) }
notice(f([1].reverse_each)) 
