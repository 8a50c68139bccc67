notify { 'a': message => 'z' }
Notify <| title == 'a' |> { message => 'x', message => 'y' }
