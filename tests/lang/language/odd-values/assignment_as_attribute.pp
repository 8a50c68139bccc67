notify { 'x': message => ($m = 'assigned') }
notice($m)
