notice(Timestamp(0), Timestamp(1.5), Timestamp(-1.5), Timestamp(99999999999), Timestamp(-62135596800))
