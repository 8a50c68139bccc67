node default { $kernel = 'mine' notice($kernel) }
