define d($a = 1, $b = 2, $c = 3) { notice($a, $b, $c) }
$h = { 'a' => 10, 'b' => 20 }
d { 'x': * => $h, c => 30 }
