@notify { 'v': }
function f() { Notify <| |> }
f()
