notice(String(delete_values({'a' => 'A', 'b' => 'B', 'c' => 'A'}, 'A'), '%p'))
notice(String(delete_values({'a' => 1, 'b' => 1.0, 'c' => '1'}, 1), '%p'))
notice(String(delete_values({'a' => [1], 'b' => undef}, [1]), '%p'))
notice(String(delete_values({}, 1), '%p'))
