# environment: site
notice(String(lookup('with space'), '%p'))
