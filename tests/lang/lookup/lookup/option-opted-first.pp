# environment: site
notice(String(lookup('opted_first'), '%p'))
