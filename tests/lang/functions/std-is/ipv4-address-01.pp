notice(is_ipv4_address('1.2.3.4'), is_ipv4_address('::1'), is_ipv4_address('x'))
notice(is_ipv6_address('1.2.3.4'), is_ipv6_address('::1'), is_ipv6_address('x'))
