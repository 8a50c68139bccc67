@file { '/tmp/a': ensure => file }
File <| title == '/tmp/a' |>
