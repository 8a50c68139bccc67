@@notify { 'x': message => Sensitive('s') }
Notify <| |>
