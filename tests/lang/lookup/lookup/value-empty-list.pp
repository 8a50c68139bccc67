# environment: site
notice(String(lookup('empty_list'), '%p'))
