notify { 'a': message => undef, loglevel => undef }
