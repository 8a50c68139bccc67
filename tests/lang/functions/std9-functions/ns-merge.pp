$r0 = stdlib::merge({'a'=>1},{'b'=>2},undef,'')
notice(String($r0, '%p'))
$r1 = stdlib::merge(['a','b']) |$h,$v| { {$v => $h.size} }
notice(String($r1, '%p'))
$r2 = stdlib::merge({'a'=>1,'b'=>2}) |$h,$k,$v| { {$v => $k} }
notice(String($r2, '%p'))
$r3 = stdlib::merge(['a','b']) |$h,$i,$v| { {$v => $i} }
notice(String($r3, '%p'))
$r4 = stdlib::merge('abc') |$h,$v| { {$v => 1} }
notice(String($r4, '%p'))
$r5 = stdlib::merge(3) |$h,$v| { {$v => 1} }
notice(String($r5, '%p'))
$r6 = stdlib::merge()
notice(String($r6, '%p'))
