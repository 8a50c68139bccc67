notify { ['none', 'y']: }
Notify['x'] -> File <| title == 'none' |> -> Notify['y']
