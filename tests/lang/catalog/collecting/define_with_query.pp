define d($p = 1) { notify { "${title}": } }
@d { 'x': p => 1 }
@d { 'y': p => 2 }
D <| p == 2 |>
