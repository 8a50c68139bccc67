notice(Integer(-3.9), Integer(true), Integer(false), Integer(Timespan(90.5)), Integer(Timestamp(-1.5)), Integer('-17', 8, true), Integer(-3, default, true))
