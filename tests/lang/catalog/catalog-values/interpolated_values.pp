$h = { 'a' => [1, 2], 'b' => undef }
notify { 'a': message => "${h} and ${h['a'][1]} and ${h['none']}" }
