# environment: site
notice(String(lookup('interp_keys'), '%p'))
