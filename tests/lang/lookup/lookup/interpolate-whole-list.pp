# environment: site
notice(String(lookup('interp_whole_list'), '%p'))
