# environment: site
notice(String(lookup('interp_list'), '%p'))
