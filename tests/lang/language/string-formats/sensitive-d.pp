notice(String(Sensitive('a'), '%d'))
