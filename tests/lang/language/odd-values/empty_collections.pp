notify { 'x': message => [] }
notify { 'y': message => {} }
notify { 'z': message => '' }
