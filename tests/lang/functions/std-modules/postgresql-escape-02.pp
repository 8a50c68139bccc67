postgresql::postgresql_escape('')
