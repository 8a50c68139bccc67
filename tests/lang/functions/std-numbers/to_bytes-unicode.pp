notice(to_bytes('4 ä'))
