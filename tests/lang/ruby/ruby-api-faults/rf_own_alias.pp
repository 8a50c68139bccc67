rf_own_alias { 'a': }
