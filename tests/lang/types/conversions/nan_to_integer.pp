notice(Integer(0.0 / 0.0))
