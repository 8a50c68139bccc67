notify { 'b': }
Notify <| title == 'a' |> -> Notify['b']
