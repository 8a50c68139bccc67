# environment: function-recursive
notice(lookup('a', {merge => 'unique'}))
