notify { 'a': }
notify { 'b': require => [undef, Notify['a'], undef] }
