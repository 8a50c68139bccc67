notice(Init[Init[Integer]] ('x'))
