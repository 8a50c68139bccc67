# All ways to relate, some of them twice.
class a { notify { 'in a': } }
class b { notify { 'in b': } contain a }
stage { 'later': require => Stage['main'] }
class { 'b': }
class c { notify { 'in c': } }
class { 'c': stage => 'later' }
notify { '1': } -> notify { '2': } ~> notify { '3': }
notify { '4': require => [Notify['1'], Notify['1'], [Notify['2']]], before => Notify['3'], notify => Notify['3'] }
notify { '5': subscribe => Class['a'] }
notify { '6': require => Class['b'], before => [] }
Notify['5'] -> Notify['6']
Class['b'] -> Notify['7']
notify { '7': tag => ['zz', 'aa', 'mm'] }
notify { ['8', '9']: require => Notify['7'] }
Notify <| title == '8' |> -> Notify <| title == '9' |>
