# environment: site
notice(String(lookup('opted_unique'), '%p'))
