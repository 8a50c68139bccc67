notify { ['a', 'b', 'c', 'd', 'e', 'f', 'h']: }
Notify['a', 'b'] { before => [Notify['e'], Notify['f']] }
Notify <| title == 'c' or title == 'd' |> { before => [Notify['e']] }
Notify['a'] -> Notify['h']
Notify['c'] -> Notify['h']
