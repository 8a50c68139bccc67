# node: web1
@notify { 'v': }
node 'web1' { Notify <| |> }
