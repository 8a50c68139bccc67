rf_unknown { 'a': }
