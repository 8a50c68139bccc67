define d() { @notify { "in ${title}": } }
d { 'x': tag => 'mine' }
Notify <| tag == 'mine' |>
