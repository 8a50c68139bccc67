notify { 'a': }
Node <| |>
