rf_ensure_order { 'a': }
