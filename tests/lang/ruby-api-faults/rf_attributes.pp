rf_attributes { 'a': }
