# environment: site
notice(String(lookup("a'b'"), '%p'))
