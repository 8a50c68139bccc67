is_ip_address()
