@notify { 'a': }
@notify { 'b': }
Notify <| |> { message => 'both', noop => true }
