rf_own_noop { 'a': }
