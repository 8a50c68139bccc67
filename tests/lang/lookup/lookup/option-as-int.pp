# environment: site
notice(String(lookup('as_int'), '%p'))
