Notify[n] -> Exec <| title == 'none' |> -> Notify['m']
notify { 'm': }
