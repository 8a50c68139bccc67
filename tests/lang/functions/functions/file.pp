notice(file('/nonexistent'))
