notice('x' =~ Init[Init[Integer]])
