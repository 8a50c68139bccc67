# environment: site
notice(String(lookup('yes_no'), '%p'))
