notify { ['a', 'b']: message => 'old' }
Notify <| title == 'b' |> { message => 'new', tag => 'changed' }
