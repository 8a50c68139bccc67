notice(Pcore::IntegerType({from => 1}))
