# environment: site
notice(String(lookup('empty_text'), '%p'))
