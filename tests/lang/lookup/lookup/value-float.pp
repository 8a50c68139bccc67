# environment: site
notice(String(lookup('float'), '%p'))
