# environment: site
notice(String(lookup('falsy'), '%p'))
