# environment: site
notice(String(lookup('interp_nested'), '%p'))
