notice(String(to_yaml({'a' => 'a text that is longer than a line of forty characters'}, {'line_width' => 40}), '%p'))
$r1 = with({'k' => 1}, [2]) |$h, $l| { to_yaml({'a' => $h, 'b' => [$l, $h], 'c' => $l, 'd' => $h + {}}) }
notice(String($r1, '%p'))
$r2 = with('same') |$s| { to_yaml([$s, $s]) }
notice(String($r2, '%p'))
