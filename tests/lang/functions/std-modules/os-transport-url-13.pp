os_transport_url({'transport' => 'x', 'host' => 'a', 'query' => 'a'})
