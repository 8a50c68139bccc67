notice(Timestamp(Float('1e400')))
