define d() { @notify { "in ${title}": } }
d { 'x': }
Notify <| tag == 'd' |>
