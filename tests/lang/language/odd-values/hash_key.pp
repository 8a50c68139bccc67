notify { 'x': message => { { 'a' => 'b' } => 1 } }
