rf_behaviour { 'a': }
