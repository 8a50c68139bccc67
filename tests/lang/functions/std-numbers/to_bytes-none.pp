notice(to_bytes())
