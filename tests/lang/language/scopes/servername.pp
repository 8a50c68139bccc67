notice($servername, $serverip, $serverversion =~ String, $server_facts['servername'])
