notice(file(''))
