# environment: site
notice(String(lookup('knock'), '%p'))
