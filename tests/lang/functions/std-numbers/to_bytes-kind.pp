notice(to_bytes([1]))
