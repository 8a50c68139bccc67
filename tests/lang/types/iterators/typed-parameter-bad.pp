function f(Iterator[String] $x) { 1 }
notice(f(5.step(2)))
