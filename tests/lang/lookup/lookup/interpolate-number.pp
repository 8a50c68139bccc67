# environment: site
notice(String(lookup('interp_number'), '%p'))
