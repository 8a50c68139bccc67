notice(String(1, '%999999999999d'))
