# environment: site
notice(String(lookup('bad_merge'), '%p'))
