postgresql::postgresql_password('', 'a')
