notice(Init[Integer, 10, true, 4]('3'))
