# environment: function-i
notice(lookup('i', undef, undef, 'none'))
