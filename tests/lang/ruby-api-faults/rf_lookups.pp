rf_lookups { 'a': }
