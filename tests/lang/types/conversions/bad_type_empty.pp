notice(Type(''))
