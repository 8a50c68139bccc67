notice(to_bytes('4 KB'))
