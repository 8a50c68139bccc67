# environment: function-dig-none
notice(lookup('b.c', undef, undef, 'none'))
