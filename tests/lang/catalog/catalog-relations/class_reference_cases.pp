class My::Class { }
include my::class
notify { 'a': require => Class['My::Class'] }
notify { 'b': require => Class['my::class'] }
