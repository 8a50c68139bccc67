rf_transport_noname { 'a': }
