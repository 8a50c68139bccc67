# environment: function-unknown
notice(lookup('a'))
