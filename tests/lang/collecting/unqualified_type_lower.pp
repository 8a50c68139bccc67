@notify { 'a': }
::Notify <| |>
