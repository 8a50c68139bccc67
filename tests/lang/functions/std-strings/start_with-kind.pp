notice(stdlib::start_with(1, 'a'))
