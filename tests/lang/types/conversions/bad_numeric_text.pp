notice(Numeric('1x'))
