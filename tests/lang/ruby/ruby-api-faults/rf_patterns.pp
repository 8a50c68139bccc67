rf_patterns { 'a': }
