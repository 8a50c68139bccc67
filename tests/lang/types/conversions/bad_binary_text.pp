notice(Binary('a'))
