# environment: function-wrong-parameters
notice(lookup('a', {merge => 'unique'}))
