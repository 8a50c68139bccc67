# environment: site
notice(String(lookup('interp_alias_list'), '%p'))
