$kernel = 'Mine'
notice($kernel)
