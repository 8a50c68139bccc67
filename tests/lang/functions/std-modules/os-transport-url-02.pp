os_transport_url()
