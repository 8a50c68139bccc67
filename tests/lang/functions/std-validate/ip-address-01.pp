validate_ip_address(5)
