# environment: site
notice(String(lookup('alias'), '%p'))
