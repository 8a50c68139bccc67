rf_own_schedule { 'a': }
