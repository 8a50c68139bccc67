notice(Timestamp('x', ['%Y', '%m']))
