class c($p = [1], $q = $p, $r = {'k' => $q}) { notice(shared::places([$p, $q, $r])) }
include c
define d($p = [1], $q = [1]) { notice(shared::places([$p, $q, $title])) }
$a = [2]
d { 'one': p => $a, q => $a }
d { 'two': * => {p => $a, q => $a} }
d { 'three': }
function f($p = [1], $q = $p) { [$p, $q, $p] }
notice(shared::places(f(), f($a), f($a, $a)))
