@notify { 'a': message => 'x' }
Notify <| 'x' == message |>
