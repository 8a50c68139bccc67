notify { 'x': message => { 'a' => Class } }
