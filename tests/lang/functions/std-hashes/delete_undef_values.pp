notice(String(delete_undef_values(['a', undef, '', false, [undef]]), '%p'))
notice(String(delete_undef_values({'a' => undef, 'b' => '', 'c' => {'d' => undef}}), '%p'))
notice(String(delete_undef_values([]), '%p'))
notice(String(delete_undef_values({}), '%p'))
