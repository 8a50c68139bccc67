notice(Timestamp('x'))
