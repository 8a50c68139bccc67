notice(String('a', '%[s'))
