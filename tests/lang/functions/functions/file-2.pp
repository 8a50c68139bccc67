notice(file('/nonexistent','x/y', 'nomodule'))
