notice(String())
