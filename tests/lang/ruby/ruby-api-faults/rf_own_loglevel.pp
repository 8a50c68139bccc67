rf_own_loglevel { 'a': }
