notice(range('abc'))
