# environment: site
notice(String(lookup('as_bad'), '%p'))
