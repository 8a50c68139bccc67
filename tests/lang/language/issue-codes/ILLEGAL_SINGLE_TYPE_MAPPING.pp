type Runtime[ruby, 'X'] = [/x/, 'y']
