$r0 = to_json([1])
notice(String($r0, '%p'))
