function f($a = [4, 5][1], $b = [$a]) { $b =~ Array[Integer] or $b =~ Array[String] }
notice(f())
notice(f(4))
