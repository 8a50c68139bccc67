@file { '/a': }
@exec { '/bin/true': refreshonly => true }
File <| |> ~> Exec <| |>
