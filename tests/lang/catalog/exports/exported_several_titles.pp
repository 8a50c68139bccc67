@@notify { ['a', 'b']: message => 'm' }
Notify <| |>
