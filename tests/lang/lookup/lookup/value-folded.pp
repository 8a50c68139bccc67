# environment: site
notice(String(lookup('folded'), '%p'))
