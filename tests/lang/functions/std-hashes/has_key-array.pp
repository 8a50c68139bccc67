notice(has_key(['a', {'b' => undef}], 'b'))
