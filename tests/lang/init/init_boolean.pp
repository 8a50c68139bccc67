notice(Init[Boolean, 'x'])
