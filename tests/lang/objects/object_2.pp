notice(Object[{}])
