# environment: site
notice(String(lookup('interp_unknown'), '%p'))
