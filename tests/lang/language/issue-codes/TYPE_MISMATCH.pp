notify { 'x': * => 3 }
