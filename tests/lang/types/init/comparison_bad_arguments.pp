notice(Init[Integer, 'x'] >= String)
