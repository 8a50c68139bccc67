notice(Timestamp('2016-02-30'), Timestamp('2015-02-29'), Timestamp('2016-04-31'), Timestamp('2016-01-01 24:00:00'), Timestamp('2016 23:59:60', '%Y %T'))
