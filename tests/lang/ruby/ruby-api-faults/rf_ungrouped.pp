rf_ungrouped { 'a': }
