$a = [1]
$b = [$a, $a]
$c = [$b, $b]
$d = [$c, $c, $a]
notice(shared::places($d))
notice(shared::yaml($d))
