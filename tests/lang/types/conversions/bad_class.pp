notice(Class('x'))
