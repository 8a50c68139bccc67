Notify { message => 'dflt' }
@notify { 'a': }
Notify <| message == 'dflt' |>
