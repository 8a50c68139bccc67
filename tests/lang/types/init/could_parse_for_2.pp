type Integer[1,2] = String
notice(1)
