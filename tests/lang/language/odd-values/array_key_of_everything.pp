notify { 'x': message => { ['a', undef, 2, 1.5, { 'k' => 'v' }, /re/, default] => 1 } }
