notice($server_facts['servername'], $server_facts['serverip'], $server_facts['environment'], $environment)
