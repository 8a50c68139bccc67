@file { '/a': tag => 'x', source => ['/1', '/2'] }
@file { '/b': source => '/2' }
File <| source == '/2' |>
