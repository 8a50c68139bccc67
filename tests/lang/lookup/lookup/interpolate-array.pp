# environment: site
notice(String(lookup('interp_array'), '%p'))
