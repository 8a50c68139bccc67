@notify { 'a': }
Notify <| title == 'a' |>
Notify <| title == 'a' |>
