# environment: site
notice(String(lookup('empty_hash'), '%p'))
