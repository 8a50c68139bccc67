notice(to_toml({1 => 2, 'a' => 4}))
