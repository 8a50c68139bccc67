Runtime[ruby, 'X'].new
