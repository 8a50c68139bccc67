notice(Type('Integer[a]'))
