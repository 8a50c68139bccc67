notice(String('x', {String => '%z'}))
