notice(Timestamp('x', '%Y'))
