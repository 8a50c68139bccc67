notice(to_bytes(true))
