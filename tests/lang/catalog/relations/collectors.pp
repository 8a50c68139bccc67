notify { ['a', 'b']: tag => 'first' }
file { '/tmp/x': }
Notify <| tag == 'first' |> -> File['/tmp/x']
