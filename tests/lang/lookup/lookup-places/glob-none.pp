# environment: glob-none
notice(lookup('a', {merge => 'unique'}))
