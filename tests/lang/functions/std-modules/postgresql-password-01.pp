notice(postgresql_password('u', 'p'), postgresql::postgresql_password('u', 'p'), postgresql::postgresql_password(1, 2))
