rf_ensure { 'a': }
