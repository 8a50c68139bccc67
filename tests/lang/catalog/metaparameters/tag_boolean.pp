notify { 'a': tag => true }
