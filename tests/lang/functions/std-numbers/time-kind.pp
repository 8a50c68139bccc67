notice(time(['x']))
