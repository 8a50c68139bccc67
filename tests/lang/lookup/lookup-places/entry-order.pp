# environment: entry-order
notice(lookup('a', {merge => 'unique'}))
