notify { ['x', 'y']: }
Notify['x'] -> File <| title == 'none' |> -> Notify['y']
