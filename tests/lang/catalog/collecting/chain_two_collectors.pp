@file { '/a': }
@notify { 'b': }
File <| |> -> Notify <| |>
