# environment: site
notice(String(lookup('interp_missing_fact'), '%p'))
