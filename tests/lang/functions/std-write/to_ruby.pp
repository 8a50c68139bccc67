notice(String(to_ruby([1, 1.5, 'a\'b#{x} #$y', undef, true, false, {'a' => "x\n", 'b' => {}}]), '%p'))
notice(String(to_ruby([default, /a/, Integer[1, 2], Sensitive('x'), File['/x'], Class['a']]), '%p'))
notice(String(to_ruby({1 => 2, undef => 3}), '%p'))
$r3 = with([1]) |$l| { to_ruby({'a' => {'b' => $l}, 'c-d' => [$l, $l]}) }
notice(String($r3, '%p'))
