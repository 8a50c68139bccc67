rt_simple { 'some title': tag => ['x', 'y'] }
rt_simple { 'word': }
Rt_simple <| tag == 'word' |> { value => 'tagged' }
