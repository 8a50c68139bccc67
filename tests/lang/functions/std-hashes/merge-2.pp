$r0 = merge(['a', 'b']) |$hash, $index, $value| { {$value => $index} }
notice(String($r0, '%p'))
$r1 = merge({'a' => 1}) |$hash, $key, $value| { {$value => $key} }
notice(String($r1, '%p'))
$r2 = merge('ab') |$hash, $value| { {$value => 1} }
notice(String($r2, '%p'))
$r3 = merge(3) |$hash, $value| { if $value == 1 { {$value => 1} } else { 7 } }
notice(String($r3, '%p'))
$r4 = merge([]) |$hash, $value| { {} }
notice(String($r4, '%p'))
