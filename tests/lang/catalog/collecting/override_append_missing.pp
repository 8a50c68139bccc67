notify { 'a': }
Notify <| title == 'a' |> { message +> 'x' }
