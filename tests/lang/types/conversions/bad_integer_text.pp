notice(Integer('x'))
