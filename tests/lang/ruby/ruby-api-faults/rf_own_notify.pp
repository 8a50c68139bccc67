rf_own_notify { 'a': }
