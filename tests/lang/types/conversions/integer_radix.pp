notice(Integer('11', 2), Integer('17', 8), Integer('0x17', 16), Integer('0b11', 2), Integer('12', 10), Integer('017', default))
