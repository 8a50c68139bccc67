@notify { 'a': message => 'x' }
Notify <| message == (true ? { true => 'x', default => 'y' }) |>
