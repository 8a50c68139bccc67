notice(reverse(12))
