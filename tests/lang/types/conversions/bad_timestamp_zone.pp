notice(Timestamp('2016-01-01', '%F', 'foo'))
