# environment: site
notice(String(lookup('who', String[1]), '%p'))
