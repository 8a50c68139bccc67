notify { ['x', 'y']: }
Notify['x'] -> File <| |> -> Notify['y']
