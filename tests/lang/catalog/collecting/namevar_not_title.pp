@file { 'short': path => '/tmp/a' }
File <| path == '/tmp/a' |>
