notify { ['a', 'b']: }
file { '/f': }
notify { 'c': require => [Notify['a', 'b'], File['/f']] }
