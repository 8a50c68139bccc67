Resource['notify'] { 'a': message => 'r' }
