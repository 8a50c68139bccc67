# environment: site
notice(String(lookup('nope'), '%p'))
