@notify { ['a', 'b']: }
unless true { Notify <| |> }
