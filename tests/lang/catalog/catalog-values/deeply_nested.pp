notify { 'a': message => [1, [2, [3, [4, { 'deep' => [{ 'er' => [5] }] }]]]] }
