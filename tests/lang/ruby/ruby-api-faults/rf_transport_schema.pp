rf_transport_schema { 'a': }
