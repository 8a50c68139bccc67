# environment: site
notice(String(lookup('text.a'), '%p'))
