# environment: function-zzz
notice(lookup('zzz', undef, undef, 'none'))
