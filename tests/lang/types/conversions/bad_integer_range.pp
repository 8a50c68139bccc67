notice(Integer[1, 2]('5'))
