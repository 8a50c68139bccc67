# facts: {"interfaces": "lo", "ipaddress_lo": "127.0.0.1"}
notice(has_ip_address("127.0.0.1"))
