notice(stdlib::ip_in_range(1, '10.0.0.0/8'))
