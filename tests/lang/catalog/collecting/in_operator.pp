@notify { 'a': message => 'x' }
Notify <| message in ['x'] |>
