notify { 'n': message => [1, 'two', 3.5, { 'k' => undef }, true, File['/tmp/x'], [undef]] }
