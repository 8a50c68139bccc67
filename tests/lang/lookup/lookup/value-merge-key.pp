# environment: site
notice(String(lookup('merge_key'), '%p'))
