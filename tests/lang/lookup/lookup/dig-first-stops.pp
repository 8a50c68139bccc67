# environment: site
notice(String(lookup('tree.a.common'), '%p'))
