@notify { 'a': }
Notify <| |> { * => { message => 'x', noop => false } }
