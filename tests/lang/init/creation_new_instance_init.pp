notice(Init())
