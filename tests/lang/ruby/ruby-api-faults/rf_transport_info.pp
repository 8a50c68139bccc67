rf_transport_info { 'a': }
