notify { 'a': require => [undef, undef] }
