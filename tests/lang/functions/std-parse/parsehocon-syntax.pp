notice(parsehocon('a = [1,2'))
