# environment: site
notice(String(lookup(''), '%p'))
