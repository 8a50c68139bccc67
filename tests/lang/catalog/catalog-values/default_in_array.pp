notify { 'a': message => [1, default, { 'k' => default }] }
