# environment: glob-set
notice(lookup('a', {merge => 'unique'}))
