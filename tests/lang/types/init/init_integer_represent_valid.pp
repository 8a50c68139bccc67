notice(Init[Integer, 'x']('3'))
