@notify { 'a': }
notify { 'b': }
Notify <| title == 'a' |> { before => Notify['b'] }
