notice(Binary('a', '%x'))
