# environment: function-uris
notice(lookup('a', {merge => 'unique'}))
