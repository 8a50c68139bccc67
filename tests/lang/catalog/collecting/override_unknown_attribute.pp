notify { 'a': }
Notify <| title == 'a' |> { wrong => 1 }
