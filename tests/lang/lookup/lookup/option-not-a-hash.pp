# environment: site
notice(String(lookup('not_a_hash'), '%p'))
