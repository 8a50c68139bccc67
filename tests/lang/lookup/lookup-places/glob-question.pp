# environment: glob-question
notice(lookup('a', {merge => 'unique'}))
