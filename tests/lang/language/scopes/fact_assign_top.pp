$kernel = 'mine'
