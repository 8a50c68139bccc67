Notify <| |> { * => 'x' }
