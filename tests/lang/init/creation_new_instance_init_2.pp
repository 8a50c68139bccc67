notice(Init(3))
