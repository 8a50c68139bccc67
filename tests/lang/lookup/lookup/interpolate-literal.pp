# environment: site
notice(String(lookup('interp_literal'), '%p'))
