rf_own_consume { 'a': }
