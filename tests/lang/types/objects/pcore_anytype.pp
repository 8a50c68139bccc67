notice(Pcore::AnyType())
