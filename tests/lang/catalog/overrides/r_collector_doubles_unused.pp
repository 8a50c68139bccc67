Notify <| title == 'b' |> { message => 'x', message => 'y' }
