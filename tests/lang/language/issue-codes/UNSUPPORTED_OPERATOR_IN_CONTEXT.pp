Notify <| |> { * => { message => 'x' } }
notify { 'a': }
Notify['a'] { * => { withpath => true } }
