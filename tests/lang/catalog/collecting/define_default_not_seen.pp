define d($p = 1) { notify { "${title}": } }
@d { 'x': }
D <| p == 1 |>
