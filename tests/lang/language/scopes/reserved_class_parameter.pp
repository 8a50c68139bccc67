class d($server_facts = 1) { notice($server_facts) }
include d
