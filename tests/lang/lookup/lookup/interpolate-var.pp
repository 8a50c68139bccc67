# environment: site
notice(String(lookup('interp_var'), '%p'))
