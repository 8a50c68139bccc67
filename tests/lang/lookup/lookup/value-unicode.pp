# environment: site
notice(String(lookup('unicode'), '%p'))
