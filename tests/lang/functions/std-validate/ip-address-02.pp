validate_ip_address('::1', '1.2.3.4/8')
validate_ip_address('x')
