$v = 'x'
@notify { 'a': message => 'pre-x' }
Notify <| message == "pre-${v}" |>
