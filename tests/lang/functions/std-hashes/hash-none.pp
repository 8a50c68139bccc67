notice(hash())
