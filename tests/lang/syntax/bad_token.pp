notice(a ^ b)
