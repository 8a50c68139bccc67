# environment: site
notice(String(lookup('"dotted.key"'), '%p'))
