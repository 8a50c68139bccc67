notice(String(merge({'one' => 1, 'two' => 2}, {'two' => 'dos', 'three' => 'tres'}), '%p'))
notice(String(merge(), '%p'))
notice(String(merge({}, undef, '', {'a' => 1}), '%p'))
notice(String(merge({'a' => {'b' => 1}}, {'a' => {'c' => 1}}), '%p'))
notice(String(merge({1 => 'a'}, {1.0 => 'b', true => 'c'}), '%p'))
$r5 = merge(['a', 'b']) |$hash, $value| { {$value => $hash.size} }
notice(String($r5, '%p'))
