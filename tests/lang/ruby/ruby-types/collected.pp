@rt_simple { ['a', 'b']: value => 'x' }
@rt_simple { 'c': value => 'y' }
Rt_simple <| value == 'x' |> { loud => true }
