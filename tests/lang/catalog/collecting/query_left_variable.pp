$n = 'title'
@notify { 'a': }
Notify <| $n == 'a' |>
