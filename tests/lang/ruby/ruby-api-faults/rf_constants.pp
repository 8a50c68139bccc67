rf_constants { 'a': }
