fail([Sensitive('s')])
