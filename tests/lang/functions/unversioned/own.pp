notice(is_bool(true))
notice(is_bool('x'))
notice(to_json({'a' => 1}, 2))
