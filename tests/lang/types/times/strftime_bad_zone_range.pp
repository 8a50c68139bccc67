notice(strftime(Timestamp(0), '%F', '+25:00'))
