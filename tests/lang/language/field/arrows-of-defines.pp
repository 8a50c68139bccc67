define foo($after) {
  notify { "x${title}": before => $after }
  notify { "y${title}": before => $after }
}
foo { ['a', 'b']: after => [Notify['e']], before => [Notify['f']] }
notify { ['e', 'f', 'h']: }
Notify['xa'] -> Notify['h']
Foo['a'] -> Notify['h']
