@notify { 'a': }
Notify <| nothing == 'x' |>
