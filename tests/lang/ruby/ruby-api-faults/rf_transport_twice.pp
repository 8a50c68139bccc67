rf_transport_twice { 'a': }
