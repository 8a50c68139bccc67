rf_upper { 'a': }
