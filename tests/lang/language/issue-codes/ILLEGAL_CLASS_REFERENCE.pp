notice(Ab::1c)
