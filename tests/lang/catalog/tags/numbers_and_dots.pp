notify { 'n': tag => ['1', 'a.b', 'a:b', 'a-b_c'] }
