rf_transport_text { 'a': }
