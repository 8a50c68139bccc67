ensure_packages({'a' => 5})
