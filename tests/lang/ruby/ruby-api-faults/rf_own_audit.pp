rf_own_audit { 'a': }
