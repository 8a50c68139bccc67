is_mac_address(true)
