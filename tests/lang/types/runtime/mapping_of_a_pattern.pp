type Runtime[ruby, [/a/, 'b']] = [/a/, 'b']
notice(1)
