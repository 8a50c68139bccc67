notify { 'a': before => Notify['b'], notify => Notify['c'] }
notify { ['b', 'c']: }
