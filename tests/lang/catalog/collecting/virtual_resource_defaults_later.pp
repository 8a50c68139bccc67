@notify { 'a': }
Notify { message => 'default' }
Notify <| |>
