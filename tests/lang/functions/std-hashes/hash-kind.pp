notice(hash({'a' => 1}))
