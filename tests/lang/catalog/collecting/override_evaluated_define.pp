define d($p = 1) { notify { "${title} ${p}": } }
d { 'x': }
D <| title == 'x' |> { p => 2 }
