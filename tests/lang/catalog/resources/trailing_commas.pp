notify { 'a': message => 'm', ; }
notify { 'b': ; 'c': ; }
