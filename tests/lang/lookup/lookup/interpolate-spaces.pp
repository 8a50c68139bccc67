# environment: site
notice(String(lookup('interp_spaces'), '%p'))
