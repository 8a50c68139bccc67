notify { 'x': message => { 1.5 => 1, true => 2, /x/ => 3, default => 4, Integer => 5 } }
