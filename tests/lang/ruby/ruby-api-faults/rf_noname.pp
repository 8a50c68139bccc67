rf_noname { 'a': }
