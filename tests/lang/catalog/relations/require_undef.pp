notify { 'a': require => undef, before => [undef] }
