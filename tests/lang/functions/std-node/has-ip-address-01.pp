has_ip_address()
