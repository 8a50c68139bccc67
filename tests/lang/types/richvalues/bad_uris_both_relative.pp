notice(URI('a') + 'b')
