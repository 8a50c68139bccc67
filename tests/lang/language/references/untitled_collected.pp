notify { 'x': }
Notify <| |> { message => File }
