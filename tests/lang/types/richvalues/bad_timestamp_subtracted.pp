notice(5 - Timestamp(3))
