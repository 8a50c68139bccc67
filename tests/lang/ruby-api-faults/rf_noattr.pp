rf_noattr { 'a': }
