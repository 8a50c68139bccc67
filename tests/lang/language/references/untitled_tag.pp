notify { 'x': tag => File }
