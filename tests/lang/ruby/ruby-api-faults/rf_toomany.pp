rf_toomany { 'a': }
