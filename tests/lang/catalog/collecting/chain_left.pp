notify { 'x': }
@file { '/a': }
Notify['x'] <- File <| |>
