$r0 = to_yaml([1],{'indentation'=>3})
notice(String($r0, '%p'))
