notice(strftime(Timespan(1), '%x'))
