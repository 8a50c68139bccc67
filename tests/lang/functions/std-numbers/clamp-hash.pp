notice(clamp({'a' => 1}, 1, 2))
