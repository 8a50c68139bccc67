type M = Object[{attributes => {a => Array[M]}}]
notice(M([M([])]))
notice(M([M([1])]))
