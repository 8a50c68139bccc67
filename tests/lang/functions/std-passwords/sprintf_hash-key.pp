notice(sprintf_hash('%{c}', {'a' => 1}))
