notify { "multi\nline": message => 'm' }
notice(getparam("Notify[multi\nline]", 'message'), defined_with_params("Notify[multi\nline]"))
