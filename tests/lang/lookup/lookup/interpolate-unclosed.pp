# environment: site
notice(String(lookup('interp_unclosed'), '%p'))
