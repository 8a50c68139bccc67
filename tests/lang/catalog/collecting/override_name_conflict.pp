@notify { 'a': }
Notify <| |> { name => 'z' }
