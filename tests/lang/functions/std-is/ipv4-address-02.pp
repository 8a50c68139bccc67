is_ipv4_address()
