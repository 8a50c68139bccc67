@notify { 'a': }
Notify <| |> { message => 'first' }
Notify <| |> { message => 'second' }
