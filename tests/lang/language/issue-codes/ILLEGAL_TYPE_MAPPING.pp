type Runtime[ruby, [/x/, 'y']] = Integer
