$x = 'X'
notice(inline_epp('x is <%= $x %>.'))
notice(inline_epp('a <%= $a %> b <%= $b %>', { 'a' => 1, 'b' => [2, 3] }))
