notify { 'x': }
notify { 'a': require => Notify['x'] }
notify { 'y': }
Notify <| title == 'a' |> { require +> Notify['y'] }
