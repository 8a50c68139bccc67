notice(String(1, "%d\n"), String(1, "a\n%d"))
