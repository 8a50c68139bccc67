rf_default_proc { 'a': }
