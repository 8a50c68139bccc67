notice(merge('x'))
