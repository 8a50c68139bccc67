# environment: site
notice(String(lookup('interp_missing_sub'), '%p'))
