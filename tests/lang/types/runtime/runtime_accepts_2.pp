notice(Runtime[ruby, 'a', 'b'])
