rf_keyword { 'a': }
