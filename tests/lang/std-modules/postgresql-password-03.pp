postgresql_password('a')
