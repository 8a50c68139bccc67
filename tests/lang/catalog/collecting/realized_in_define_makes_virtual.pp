define d() { @notify { 'inner': } }
D <| |>
Notify <| title == 'inner' |>
@d { 'x': }
