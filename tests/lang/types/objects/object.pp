notice(Object)
