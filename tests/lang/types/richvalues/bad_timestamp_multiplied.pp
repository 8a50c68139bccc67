notice(Timestamp(5) * 3)
