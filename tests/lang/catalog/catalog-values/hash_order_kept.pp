notify { 'a': message => { 'z' => 1, 'a' => 2, 'm' => { 'y' => 1, 'b' => 2 } } }
