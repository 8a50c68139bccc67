rf_own_require { 'a': }
