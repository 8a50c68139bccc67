notice(reverse({'a' => 1}))
