rf_default { 'a': }
