rf_own_stage { 'a': }
