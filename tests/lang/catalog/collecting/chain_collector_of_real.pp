notify { ['x', 'y']: }
file { '/a': }
File['/a'] -> Notify <| title != 'x' |>
