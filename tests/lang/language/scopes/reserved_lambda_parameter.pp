[1].each |$server_facts| { notice($server_facts) }
