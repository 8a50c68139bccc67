notice(::ab::1c)
