os_transport_url({'transport' => 'x', 'host' => undef})
