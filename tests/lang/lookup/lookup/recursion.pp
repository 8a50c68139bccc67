# environment: site
notice(String(lookup('recursive_a'), '%p'))
