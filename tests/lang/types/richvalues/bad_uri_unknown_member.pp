notice(URI('http://h').foo)
