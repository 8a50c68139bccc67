notify { '007': message => 7 }
