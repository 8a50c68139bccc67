notice(Pcore::StringType('x'))
