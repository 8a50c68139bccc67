notice(Init[Class] == Integer)
