$h = { 'k' => 'x' }
@notify { 'a': message => 'x' }
Notify <| message == $h['k'] |>
