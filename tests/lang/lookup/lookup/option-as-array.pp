# environment: site
notice(String(lookup('as_array'), '%p'))
