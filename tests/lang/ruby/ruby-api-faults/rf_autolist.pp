rf_autolist { 'a': }
