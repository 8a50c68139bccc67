# environment: site
notice(String(lookup('undef_value'), '%p'))
