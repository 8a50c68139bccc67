notice([1, 'a', 2.5, undef].filter |$x| { $x =~ Numeric }, { 'a' => 1 }.filter |$k, $v| { false })
