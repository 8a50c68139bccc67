notify { 'a': before => Notify['b'] } -> notify { 'b': require => Notify['a'] }
Notify['a'] ~> Notify['b']
