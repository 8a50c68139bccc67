# environment: glob-star-star
notice(lookup('a', {merge => 'unique'}))
