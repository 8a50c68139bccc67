# environment: datadir
notice(lookup('a', {merge => 'unique'}))
