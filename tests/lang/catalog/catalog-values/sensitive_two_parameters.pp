user { 'u': password => Sensitive('x'), comment => Sensitive('y'), uid => 3 }
