@notify { ['a', 'b']: }
if true { Notify <| title == 'a' |> } else { Notify <| title == 'b' |> }
