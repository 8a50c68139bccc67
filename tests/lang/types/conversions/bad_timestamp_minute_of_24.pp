notice(Timestamp('2016-01-01 24:01:00'))
