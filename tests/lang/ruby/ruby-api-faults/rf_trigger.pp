rf_trigger { 'a': }
