# environment: function-env
notice(lookup('env', undef, undef, 'none'))
