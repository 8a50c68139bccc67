define d() { }
@d { 'x': }
D <| |> { nosuch => 2 }
