# environment: site
notice(String(lookup('interp_top'), '%p'))
