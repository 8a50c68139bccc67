notify { 'x': message => { 'a' => { 2 => 3 } } }
