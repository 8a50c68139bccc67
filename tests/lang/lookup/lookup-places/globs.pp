# environment: globs
notice(lookup('a', {merge => 'unique'}))
