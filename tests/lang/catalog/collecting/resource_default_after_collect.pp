@notify { 'a': }
Notify <| |>
Notify { message => 'late default' }
