rf_own_provider { 'a': }
