notify { 'a': message => { 'r' => /x\/y/, 's' => [/z/i] } }
