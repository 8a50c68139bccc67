# environment: function-fails
notice(lookup('a', {merge => 'unique'}))
