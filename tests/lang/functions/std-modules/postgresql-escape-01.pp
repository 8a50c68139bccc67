notice(postgresql::postgresql_escape('abc'), postgresql::postgresql_escape('a$$bc'), postgresql::postgresql_escape('a$'), postgresql_escape('$$a'), postgresql::postgresql_escape('a$b'))
