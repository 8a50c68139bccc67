# environment: function-looks-up
notice(lookup('b'))
