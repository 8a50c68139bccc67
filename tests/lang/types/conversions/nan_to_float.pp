notice(Float(0.0 / 0.0))
