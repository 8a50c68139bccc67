@notify { ['a', 'b']: message => 'old' }
Notify <| title == 'a' |> { message => 'new' }
