@file { '/tmp/a': }
File <| path == '/tmp/a' |>
