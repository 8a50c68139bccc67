define d { notify { "d ${title}": } }
@d { ['a', 'b']: }
D <| title == 'b' |>
notify { 'first': }
