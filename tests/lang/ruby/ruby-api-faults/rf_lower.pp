rf_lower { 'a': }
