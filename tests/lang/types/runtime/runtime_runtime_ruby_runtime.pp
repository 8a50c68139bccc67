notice(Runtime, Runtime[ruby, 'X'], Runtime['ruby', 'X'] == Runtime[ruby, 'X'], Runtime[ruby, 'X'] < Runtime, type(Runtime[ruby, 'X']))
