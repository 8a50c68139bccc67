# environment: function-mod
notice(lookup('mod', undef, undef, 'none'))
