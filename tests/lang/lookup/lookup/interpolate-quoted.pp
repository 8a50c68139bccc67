# environment: site
notice(String(lookup('interp_quoted'), '%p'))
