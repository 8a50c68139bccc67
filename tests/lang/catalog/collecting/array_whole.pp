@file { '/a': source => ['/1', '/2'] }
File <| source == ['/1', '/2'] |>
