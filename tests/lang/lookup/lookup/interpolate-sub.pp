# environment: site
notice(String(lookup('interp_sub'), '%p'))
