rf_symbol { 'a': }
