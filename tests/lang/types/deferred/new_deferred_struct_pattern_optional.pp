notice(Deferred('F'))
