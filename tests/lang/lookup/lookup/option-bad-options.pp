# environment: site
notice(String(lookup('bad_options'), '%p'))
