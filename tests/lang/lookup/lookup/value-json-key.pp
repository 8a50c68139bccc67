# environment: site
notice(String(lookup('json_key'), '%p'))
