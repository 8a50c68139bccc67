rf_nil { 'a': }
