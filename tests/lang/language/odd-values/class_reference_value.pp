class a::b { }
notify { 'x': message => Class['a::b'] }
