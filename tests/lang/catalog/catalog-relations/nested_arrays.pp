notify { ['a', 'b', 'c']: }
notify { 'd': require => [Notify['a'], [Notify['b'], [Notify['c']]]] }
