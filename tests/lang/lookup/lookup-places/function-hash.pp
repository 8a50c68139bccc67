# environment: function-hash
notice(lookup('a'))
notice(lookup('b.1.c'))
