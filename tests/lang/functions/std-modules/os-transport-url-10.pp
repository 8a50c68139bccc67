os_transport_url({'transport' => 'x', 'hosts' => 'a'})
