$a = [1]
$b = [$a, $a]
$h = {'k' => $a, 'l' => $a}
notice(shared::places($b, $b.map |$x| { $x }, $b.filter |$x| { true }, $b.slice(1), $b.flatten))
notice(shared::places($h, $h.map |$k, $v| { $v }, $h.filter |$x| { true }, $h.values, $h.keys))
notice(shared::places($b, $b.unique, $b.each |$x| { }, $b.with |$x| { $x }, $b.reduce |$m, $x| { $m }))
notice(shared::places($b, Array($b), Array($h), Hash($h), Array($a, true), $b.then |$x| { $x }))
notice(shared::places($h, $h.reduce({}) |$m, $x| { $m + { $x[0] => $x[1] } }))
notice(shared::places($h, $h.dig('k'), $h.get('k'), getvar('h'), getvar('h.k')))
notice(shared::places([[3, 1], $a].map |$x| { sort($x) }, sort($a), compare(1, 2)))
notice(shared::places($b, $b.lest || { 1 }, $b.tree_each.map |$x| { $x[1] }))
