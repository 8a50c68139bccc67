rf_own_tag { 'a': }
