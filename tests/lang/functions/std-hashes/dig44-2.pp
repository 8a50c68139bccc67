notice(String(dig44([1, 2], [-1]), '%p'))
notice(String(dig44([1, 2], ['x'], 'no'), '%p'))
notice(String(dig44([1, 2], [7]), '%p'))
notice(String(dig44({'a' => 1}, []), '%p'))
