# environment: site
notice(String(lookup('multi'), '%p'))
