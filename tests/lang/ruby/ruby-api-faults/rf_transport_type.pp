rf_transport_type { 'a': }
