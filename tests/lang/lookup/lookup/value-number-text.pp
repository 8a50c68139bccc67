# environment: site
notice(String(lookup('number_text'), '%p'))
