rf_emptytype { 'a': }
