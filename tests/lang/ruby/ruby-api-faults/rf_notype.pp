rf_notype { 'a': }
