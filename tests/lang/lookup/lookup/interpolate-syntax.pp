# environment: site
notice(String(lookup('interp_syntax'), '%p'))
