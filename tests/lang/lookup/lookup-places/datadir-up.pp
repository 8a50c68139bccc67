# environment: datadir-up
notice(lookup('a', {merge => 'unique'}))
