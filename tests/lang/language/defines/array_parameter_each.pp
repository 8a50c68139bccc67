define d(Array $list) { $list.each |$x| { notify { "${title}-${x}": } } }
d { ['a', 'b']: list => [1, 2] }
