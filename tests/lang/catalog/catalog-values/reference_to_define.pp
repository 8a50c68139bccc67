define d::e() { }
d::e { 't': }
notify { 'a': message => D::E['t'] }
