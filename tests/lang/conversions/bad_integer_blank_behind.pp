notice(Integer('1 '))
