# environment: site
notice(String(lookup('interp_double'), '%p'))
