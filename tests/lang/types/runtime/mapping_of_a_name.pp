type Runtime[ruby, 'X'] = Integer
notice(1)
