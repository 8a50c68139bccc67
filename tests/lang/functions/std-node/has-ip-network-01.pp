has_ip_network()
