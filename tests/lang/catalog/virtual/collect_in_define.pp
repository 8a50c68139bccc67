define d { @notify { "v ${title}": tag => 'inner' } }
d { ['a', 'b']: }
Notify <| tag == 'inner' |>
