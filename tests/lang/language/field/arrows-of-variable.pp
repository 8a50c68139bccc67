# A variable's array is copied for each body.
$x = ['e', 'f'].map |$t| { Notify[$t] }
$none = []
notify { 'a': before => $x }
notify { ['b', 'c']: before => $x }
notify { default: before => $x; 'd': ; 'd2': }
notify { ['n', 'm']: before => $none }
notify { 'o': before => [] }
notify { ['e', 'f', 'h']: }
Notify['a'] -> Notify['h']
Notify['b'] -> Notify['h']
Notify['d'] -> Notify['h']
Notify['n'] -> Notify['h']
