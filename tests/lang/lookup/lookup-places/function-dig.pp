# environment: function-dig
notice(lookup('a.b.0'))
