notice(delete('a1', 1))
