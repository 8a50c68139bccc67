@notify { 'a': }
@notify { 'b': message => 'y' }
Notify <| message != 'y' |>
