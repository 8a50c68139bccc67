rf_transport_nodesc { 'a': }
