validate_ipv4_address('1.2.3.4')
validate_ipv4_address('::1')
