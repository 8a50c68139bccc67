notice(sprintf_hash('x'))
