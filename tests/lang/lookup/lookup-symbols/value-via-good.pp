# environment: data
notice(lookup('via_good'))
