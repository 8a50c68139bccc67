# environment: site
notice(String(lookup("'a"), '%p'))
