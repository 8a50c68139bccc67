os_transport_url(undef)
