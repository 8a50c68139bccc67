# environment: site
notice(String(lookup('interp_whole_hash'), '%p'))
