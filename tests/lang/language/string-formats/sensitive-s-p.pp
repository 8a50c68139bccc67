notice(String(Sensitive('a'), '%s'), String(Sensitive('a'), '%p'))
