notice(Runtime[ruby, 3])
