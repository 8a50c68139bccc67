@file { '/a': mode => '0644', backup => 7 }
@file { '/b': }
File <| backup == 7 |>
