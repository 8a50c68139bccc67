notify { 'x': }
Notify['x'] { message => File }
