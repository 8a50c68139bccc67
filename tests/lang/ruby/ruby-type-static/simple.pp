# environment: generated
rt_simple { 'a': ensure => present, value => 1, list => ['x', 'bad'], loud => true, provider => 'shell', tag => 'mine' }
Rt_simple <| |> { value => 2 }
