ensure_resources(undef, {'a' => {}})
