define d() { Notify <| title == 'v' |> }
@notify { 'v': }
@d { 'x': }
