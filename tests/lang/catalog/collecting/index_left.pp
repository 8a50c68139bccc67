@notify { 'a': message => 'x' }
Notify <| message[0] == 'x' |>
