# environment: data
notice(lookup('via_lookup'))
