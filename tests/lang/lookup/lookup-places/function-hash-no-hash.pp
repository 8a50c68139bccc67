# environment: function-hash-no-hash
notice(lookup('a', {merge => 'unique'}))
