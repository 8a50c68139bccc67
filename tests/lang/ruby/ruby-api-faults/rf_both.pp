rf_both { 'a': }
