rf_default_nil { 'a': }
