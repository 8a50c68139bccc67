# environment: site
notice(String(lookup('nope', String, 'first', 'fallback'), '%p'))
