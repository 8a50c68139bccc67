Notify { message => 'x', message => 'y' }
notify { 'a': }
