# environment: site
notice(String(lookup('nested.1'), '%p'))
