# environment: site
notice(String(lookup('interp_empty'), '%p'))
