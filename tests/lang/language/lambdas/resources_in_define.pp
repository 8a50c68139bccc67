define d() { ['x', 'y'].each |$s| { notify { "${title}-${s}": } } }
d { ['a', 'b']: }
