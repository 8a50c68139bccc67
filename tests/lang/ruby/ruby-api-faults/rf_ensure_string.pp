rf_ensure_string { 'a': }
