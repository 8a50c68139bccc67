file { '/f': ensure => file }
@notify { 'a': require => File['/f'] }
@notify { 'b': }
Notify <| require == File['/f'] |>
