@file { '/tmp/x': require => Notify['a'], tag => 'one' }
notify { ['a', 'b']: }
File <| |> { require +> Notify['b'], tag +> 'two' }
