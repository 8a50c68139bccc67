type Runtime[ruby, 'X'] = [/a/, 'b']
notice(1)
