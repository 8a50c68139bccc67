# environment: site
notice(String(lookup('interp_scope'), '%p'))
