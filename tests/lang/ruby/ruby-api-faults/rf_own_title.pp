rf_own_title { 'a': }
