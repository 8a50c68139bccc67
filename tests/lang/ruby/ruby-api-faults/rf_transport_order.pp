rf_transport_order { 'a': }
