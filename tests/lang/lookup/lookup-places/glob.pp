# environment: glob
notice(lookup('a', {merge => 'unique'}))
