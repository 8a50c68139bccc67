notice(Array[Integer] != Array[Init[Undef]])
