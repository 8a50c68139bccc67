notice(Class[undef] == undef)
