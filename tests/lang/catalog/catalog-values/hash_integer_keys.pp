notify { 'a': message => { 1 => 'one', 'two' => 2 } }
