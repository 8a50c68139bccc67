notice(reverse())
