notice(Timestamp(5) < 'a')
