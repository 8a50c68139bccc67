@notify { 'a': }
Notify <| false |>
