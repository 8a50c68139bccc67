notice(sprintf_hash(1, {}))
