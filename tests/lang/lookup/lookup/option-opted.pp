# environment: site
notice(String(lookup('opted'), '%p'))
