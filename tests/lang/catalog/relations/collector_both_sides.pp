notify { ['a1', 'a2']: tag => 'a' }
notify { ['b1', 'b2']: tag => 'b' }
Notify <| tag == 'a' |> ~> Notify <| tag == 'b' |>
