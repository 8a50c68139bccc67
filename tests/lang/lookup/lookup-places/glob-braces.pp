# environment: glob-braces
notice(lookup('a', {merge => 'unique'}))
