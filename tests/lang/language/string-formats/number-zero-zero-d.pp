notice(String(1, '%00d'))
