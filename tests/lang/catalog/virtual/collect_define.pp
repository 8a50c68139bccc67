define d($p = 1) { notify { "d ${title} ${p}": } }
@d { 'one': }
@d { 'two': p => 5 }
D <| title == 'two' |>
