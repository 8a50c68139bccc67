$d = Deferred('f', [1])
notify { 'x': message => $d }
