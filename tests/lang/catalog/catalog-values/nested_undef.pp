notify { 'a': message => [1, undef, [undef], { 'k' => undef }] }
