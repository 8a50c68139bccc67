notice(digest(5))
