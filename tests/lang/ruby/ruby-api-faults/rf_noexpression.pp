rf_noexpression { 'a': }
