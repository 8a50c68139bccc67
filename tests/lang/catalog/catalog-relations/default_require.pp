Notify { require => File['/x'] }
file { '/x': }
notify { 'a': }
notify { 'b': require => undef }
