notice(Timestamp(5) + Timestamp(3))
