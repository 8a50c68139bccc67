notice(to_bytes('x'))
