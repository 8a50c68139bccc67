@notify { 'v': }
file { '/tmp/x': }
File['/tmp/x'] -> Notify <| title == 'v' |>
