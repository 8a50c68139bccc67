# environment: site
notice(String(lookup('interp_alias'), '%p'))
