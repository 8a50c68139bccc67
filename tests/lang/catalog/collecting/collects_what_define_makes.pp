define d() { @notify { "in ${title}": } }
Notify <| |>
d { 'x': }
