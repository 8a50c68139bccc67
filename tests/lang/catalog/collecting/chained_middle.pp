notify { 'first': }
@notify { 'mid': }
notify { 'last': }
Notify['first'] -> Notify <| title == 'mid' |> -> Notify['last']
