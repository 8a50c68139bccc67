is_mac_address()
