notice(Type(1))
