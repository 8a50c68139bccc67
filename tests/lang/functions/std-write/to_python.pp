notice(String(to_python([1, 1.5, 'a\'b', undef, true, false, {'a' => "x\n", 'b' => {}}]), '%p'))
notice(String(to_python([default, /a/, Integer[1, 2], Sensitive('x'), Timestamp(0)]), '%p'))
notice(String(to_python({1 => 2, undef => 3}), '%p'))
notice(String(to_python('ä"#{x}'), '%p'))
$r4 = with({'k' => 1}) |$h| { to_python({'a' => $h, 'b c' => [$h]}) }
notice(String($r4, '%p'))
