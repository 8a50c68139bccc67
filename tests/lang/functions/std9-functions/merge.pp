$r0 = merge({'a'=>1},{'b'=>2})
notice(String($r0, '%p'))
$r1 = merge(['a','b']) |$h,$v| { {$v => $h.size} }
notice(String($r1, '%p'))
$r2 = merge(['a','b']) |$h,$i,$v| { {$v => $i} }
notice(String($r2, '%p'))
$r3 = merge()
notice(String($r3, '%p'))
