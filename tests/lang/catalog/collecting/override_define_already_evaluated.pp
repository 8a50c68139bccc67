define d($p = 1) { notify { "${title} ${p}": } }
d { 'x': }
D <| |> { p => 2 }
