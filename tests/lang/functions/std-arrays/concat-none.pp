notice(concat())
