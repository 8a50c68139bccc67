notice(range(''))
