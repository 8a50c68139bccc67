rf_array { 'a': }
