rf_own_before { 'a': }
