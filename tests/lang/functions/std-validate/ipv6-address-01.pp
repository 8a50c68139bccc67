validate_ipv6_address('::1')
validate_ipv6_address('1.2.3.4')
