rf_transport_noinfo { 'a': }
