notice(Runtime[ruby, ''])
