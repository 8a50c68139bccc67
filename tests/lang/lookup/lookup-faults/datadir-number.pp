# environment: datadir-number
notice(lookup('a'))
