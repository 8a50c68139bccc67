# environment: same-path-twice
notice(lookup('a', {merge => 'unique'}))
