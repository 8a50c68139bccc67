rf_transport_bare { 'a': }
