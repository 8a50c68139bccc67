[1].each |$x| { $server_facts = 2 }
