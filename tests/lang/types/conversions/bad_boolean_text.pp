notice(Boolean('true '))
