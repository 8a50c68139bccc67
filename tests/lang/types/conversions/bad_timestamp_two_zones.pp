notice(Timestamp('2016-01-01 PST', '%F %Z', 'EST'))
