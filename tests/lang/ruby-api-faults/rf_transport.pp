rf_transport { 'a': }
