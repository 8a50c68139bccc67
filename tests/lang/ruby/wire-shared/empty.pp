$a = []
$h = {}
notice(shared::places([$a, $a, $h, $h, [], {}]))
notice(shared::yaml([$a, $a, $h, $h, [], {}]))
$s = [1, 2][2, 1]
notice(shared::places([$s, $s, [1, 2][2, 1]]))
function rest(*$r) { $r }
$r = rest()
notice(shared::places([$r, $r, rest()]))
$f = [1].filter |$x| { $x > 1 }
notice(shared::places([$f, $f, [1].filter |$x| { $x > 1 }]))
$k = keys({})
notice(shared::places([$k, $k, keys({})]))
