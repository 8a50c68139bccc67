notice(String(zip([], []), '%p'))
