rf_attribute { 'a': }
