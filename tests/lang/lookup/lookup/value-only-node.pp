# environment: site
notice(String(lookup('only_node'), '%p'))
