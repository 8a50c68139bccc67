notice(String('a', '%[p'))
