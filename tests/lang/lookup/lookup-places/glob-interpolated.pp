# environment: glob-interpolated
notice(lookup('a', {merge => 'unique'}))
