notify { 'a': tag => { 'x' => 1 } }
