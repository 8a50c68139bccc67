# environment: site
notice(String(lookup('zero'), '%p'))
