Resource['notify'] { message => 'r' }
notify { 'a': }
