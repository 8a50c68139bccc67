notice(count('hello', 'z-a'))
