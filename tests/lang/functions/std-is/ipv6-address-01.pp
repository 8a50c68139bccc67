is_ipv6_address(1,2)
