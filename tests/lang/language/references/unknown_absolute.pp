notice(::No_such_type)
