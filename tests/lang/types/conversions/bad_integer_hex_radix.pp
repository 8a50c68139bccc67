notice(Integer('0x17', 10))
