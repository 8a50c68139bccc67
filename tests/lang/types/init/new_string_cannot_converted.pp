notice(Init[Integer]('x'))
