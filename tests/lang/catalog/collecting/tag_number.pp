@notify { 'a': }
Notify <| tag == 1 |>
