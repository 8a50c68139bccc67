notice(dig(5))
