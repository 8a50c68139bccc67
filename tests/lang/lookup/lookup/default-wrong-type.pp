# environment: site
notice(String(lookup('nope', Integer, 'first', 'fallback'), '%p'))
