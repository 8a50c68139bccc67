notify { 'a': tag => undef }
notify { 'b': tag => ['', 'x'] }
