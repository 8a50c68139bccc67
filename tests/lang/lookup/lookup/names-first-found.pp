# environment: site
notice(String(lookup(['nope', 'who', 'list']), '%p'))
