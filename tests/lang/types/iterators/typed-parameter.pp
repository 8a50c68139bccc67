function f(Iterator[Integer] $x) { 1 }
notice(f(5.step(2)))
