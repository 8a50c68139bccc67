rf_syntax { 'a': }
