os_transport_url('x')
