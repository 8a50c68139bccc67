$r = [1 =~ Integer[1], 0 =~ Integer[1], 5 =~ Integer[default, 5], 6 =~ Integer[default, 5], 1.5 =~ Float[1.0, 2.0]]
notice($r, 'ab' =~ String[1, 2], 'abc' =~ String[1, 2], [1, 2] =~ Array[Integer, 3], {} =~ Hash[String, Integer, 0, 0])
