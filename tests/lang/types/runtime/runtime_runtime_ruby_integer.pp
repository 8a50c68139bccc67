notice(3 =~ Runtime, 3 =~ Runtime[ruby, 'Integer'])
