ensure_resources('notify', {'a' => undef})
