# environment: data
notice(lookup('via_alias'))
