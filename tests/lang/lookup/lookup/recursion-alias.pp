# environment: site
notice(String(lookup('recursive_alias'), '%p'))
