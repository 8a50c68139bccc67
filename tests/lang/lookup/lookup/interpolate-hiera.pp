# environment: site
notice(String(lookup('interp_hiera'), '%p'))
