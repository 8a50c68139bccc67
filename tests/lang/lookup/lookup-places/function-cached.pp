# environment: function-cached
notice(lookup('cached', undef, undef, 'none'))
