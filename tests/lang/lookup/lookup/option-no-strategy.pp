# environment: site
notice(String(lookup('no_strategy'), '%p'))
