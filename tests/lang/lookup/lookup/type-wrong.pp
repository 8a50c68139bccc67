# environment: site
notice(String(lookup('who', Integer), '%p'))
