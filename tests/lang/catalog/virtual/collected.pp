@notify { 'virtual': message => 'm' }
Notify <| |>
