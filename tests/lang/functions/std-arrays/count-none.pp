notice(count())
